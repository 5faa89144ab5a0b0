// Requests to the server of this page.

/** The body of an error response. @typedef {{code?: string, message?: string, remedy?: string, details?: any[]}} Problem */

/** The server responded with an error. */
export class ApiError extends Error {
  /** @param {number} status @param {Problem} problem */
  constructor(status, problem) {
    super(problem.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = problem.code ?? "";
    this.details = problem.details ?? [];
  }
}

/** The server did not respond. */
export class Unreachable extends Error {}

export class Api {
  /** @param {string} base The path under which the server runs. @param {string} csrf */
  constructor(base, csrf) {
    this.base = base;
    this.csrf = csrf;
  }

  /** @template [T=any] @param {string} path @param {AbortSignal} [signal] @returns {Promise<T>} */
  get(path, signal) {
    return this.request("GET", path, undefined, signal);
  }

  /** @template [T=any] @param {string} path @param {unknown} body @returns {Promise<T>} */
  post(path, body) {
    return this.request("POST", path, body);
  }

  /** @template [T=any] @param {string} path @param {unknown} body @returns {Promise<T>} */
  put(path, body) {
    return this.request("PUT", path, body);
  }

  /** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
  async request(method, path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = method === "GET" ? {} : { "Content-Type": "application/json", "X-CSRF-Token": this.csrf };
    let answer;
    try {
      answer = await fetch(this.base + path, { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unreachable("the server is not responding");
    }
    if ([502, 503, 504].includes(answer.status)) throw new Unreachable("the server is not responding");
    const text = await answer.text();
    if (!answer.ok) throw new ApiError(answer.status, parse(text));
    return text ? JSON.parse(text) : null;
  }
}

/** @param {string} text @returns {Problem} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
