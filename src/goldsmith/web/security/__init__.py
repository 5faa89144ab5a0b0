"""Who is asking: sessions, tokens and protection against forged requests.

identity    the acting person of a request
cache       who was identified within the last two seconds
cookies     the cookies of the server
forgery     requests that another site made a browser send
headers     the headers of every response
openid/     signing in through an OpenID Connect provider
"""
