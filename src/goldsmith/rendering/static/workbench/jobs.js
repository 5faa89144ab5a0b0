/** Live progress of jobs, by server-sent events; the page is loaded again when a job has ended. */

/**
 * @typedef {object} Job
 * @property {string} state
 * @property {string} step
 * @property {number} [progress] Left out if it is 0.
 * @property {number} [total]
 */

const base = document.body.dataset.base ?? "";

for (const element of document.querySelectorAll("[data-job]")) {
  const row = /** @type {HTMLElement} */ (element);
  if (row.dataset.live) follow(row);
}

/**
 * Follow one job until it ends.
 * @param {HTMLElement} row
 */
function follow(row) {
  const source = new EventSource(`${base}/api/jobs/${row.dataset.job}/events`);
  source.addEventListener("job", (event) => {
    const job = /** @type {Job} */ (JSON.parse(event.data));
    show(row, job);
    if (job.state !== "queued" && job.state !== "running") {
      source.close();
      window.location.reload();
    }
  });
}

/**
 * @param {HTMLElement} row
 * @param {Job} job
 */
function show(row, job) {
  const bar = row.querySelector("progress"), progress = job.progress ?? 0;
  if (bar && job.total) {
    bar.max = job.total;
    bar.value = progress;
  }
  write(row, "[data-step]", job.step);
  write(row, "[data-count]", job.total ? `${progress.toLocaleString()} of ${job.total.toLocaleString()}` : "");
}

/**
 * @param {HTMLElement} row
 * @param {string} selector
 * @param {string} text
 */
function write(row, selector, text) {
  const target = row.querySelector(selector);
  if (target) target.textContent = text;
}
