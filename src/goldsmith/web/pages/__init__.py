"""The pages that the server renders: boards, forms and lists. They work without scripts.

    visitor     the person viewing a page, and the token that their forms repeat
    frame       the frame around each page, and error pages
    forms       conversion of forms into typed data

Each other file is a group of pages and lists its handlers as `handlers`. A form is sent to the
address of its page, calls the same function as the route of the API, and answers with a redirect,
so that a reload never repeats it.
"""
