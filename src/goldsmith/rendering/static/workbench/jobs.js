/**
 * Live progress of jobs, by server-sent events. When a job has ended, the content of the page is fetched
 * again. The page is not reloaded: that would cancel the visit to another page that was just begun.
 */

import { improve } from "./workbench.js";

/**
 * @typedef {object} Job
 * @property {string} state
 * @property {string} step
 * @property {number} [progress] Left out if it is 0.
 * @property {number} [total]
 */

const base = document.body.dataset.base ?? "";

/** @type {EventSource[]} */
let sources = [];

followAll();

/** Follow the unfinished jobs of the page. */
function followAll() {
  for (const element of document.querySelectorAll("[data-job]")) {
    const row = /** @type {HTMLElement} */ (element);
    if (row.dataset.live) follow(row);
  }
}

/**
 * Follow one job until it ends.
 * @param {HTMLElement} row
 */
function follow(row) {
  const source = new EventSource(`${base}/api/jobs/${row.dataset.job}/events`);
  sources.push(source);
  source.addEventListener("job", (event) => {
    const job = /** @type {Job} */ (JSON.parse(event.data));
    show(row, job);
    if (job.state !== "queued" && job.state !== "running") {
      source.close();
      renew().catch(() => window.location.reload());
    }
  });
}

/** Show the page as it is now. */
async function renew() {
  const answer = await fetch(window.location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const content = page.querySelector("main");
  if (!answer.ok || answer.redirected || !content) throw new Error("the page is no longer here");
  for (const source of sources) source.close();
  sources = [];
  improve(content);
  document.querySelector("main")?.replaceWith(content);
  followAll();
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
