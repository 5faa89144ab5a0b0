/** Keys of the coding pass: a digit presses the button that shows it. */

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement && event.target.type !== "submit";
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    document.querySelector("#search")?.dispatchEvent(new Event("focus"));
    /** @type {HTMLElement | null} */ (document.querySelector("#search"))?.focus();
    return;
  }
  const button = document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button instanceof HTMLButtonElement) {
    event.preventDefault();
    button.click();
  }
});
