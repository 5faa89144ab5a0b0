/** Small improvements of the pages of the team's server; every page works without them. */

/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };

improve(document);

/**
 * Improve a page, or content that was added to it.
 * @param {ParentNode} content
 */
export function improve(content) {
  showTimes(content);
  askFirst(content);
}

/**
 * Show times in the locale and time zone of the reader.
 * @param {ParentNode} content
 */
function showTimes(content) {
  for (const time of content.querySelectorAll("time[datetime]")) {
    const moment = new Date(/** @type {HTMLTimeElement} */ (time).dateTime);
    if (!Number.isNaN(moment.getTime())) {
      time.textContent = moment.toLocaleString(undefined, SHORT);
      time.setAttribute("title", moment.toLocaleString());
    }
  }
}

/**
 * Ask before something that cannot be undone.
 * @param {ParentNode} content
 */
function askFirst(content) {
  for (const form of content.querySelectorAll("form[data-ask]")) {
    form.addEventListener("submit", (event) => {
      if (!window.confirm(/** @type {HTMLElement} */ (form).dataset.ask)) event.preventDefault();
    });
  }
}
