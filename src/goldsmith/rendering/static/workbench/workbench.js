/** Small improvements of the pages of the team's server; every page works without them. */

/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };

/** Show times in the locale and time zone of the reader. */
for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(/** @type {HTMLTimeElement} */ (time).dateTime);
  if (!Number.isNaN(moment.getTime())) {
    time.textContent = moment.toLocaleString(undefined, SHORT);
    time.setAttribute("title", moment.toLocaleString());
  }
}

/** Ask before something that cannot be undone. */
for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", (event) => {
    if (!window.confirm(/** @type {HTMLElement} */ (form).dataset.ask)) event.preventDefault();
  });
}
