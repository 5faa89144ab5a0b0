// Exact upper bounds on the share of documents and identifiers with a leak.

/** The logarithm of n!. @param {number} n */
function logFactorial(n) {
  if (n < 20) { let product = 1; for (let i = 2; i <= n; i += 1) product *= i; return Math.log(product); }
  const x = n + 1; // Stirling's series of the gamma function
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
}

/** @param {number} n @param {number} k */
const logChoose = (n, k) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** The probability of at most k leaking documents among n read, if K of N leak.
 * @param {number} k @param {number} N @param {number} K @param {number} n */
function hypergeometric(k, N, K, n) {
  let sum = 0;
  for (let x = Math.max(0, n - (N - K)); x <= Math.min(k, K, n); x += 1) sum += Math.exp(logChoose(K, x) + logChoose(N - K, n - x) - logChoose(N, n));
  return sum;
}

/** The largest number of leaking documents among N that is consistent with k leaking ones among n read.
 * @param {number} N @param {number} n @param {number} k @param {number} confidence */
export function boundDocuments(N, n, k, confidence) {
  let [low, high] = [k, N - (n - k)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (hypergeometric(k, N, middle, n) > 1 - confidence) low = middle; else high = middle - 1;
  }
  return low;
}

/** The Clopper–Pearson upper bound on a rate of k in n.
 * @param {number} n @param {number} k @param {number} confidence */
export function boundRate(n, k, confidence) {
  if (k >= n) return 1;
  let [low, high] = [k / n, 1];
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2;
    let sum = 0;
    for (let x = 0; x <= k; x += 1) sum += Math.exp(logChoose(n, x) + x * Math.log(rate) + (n - x) * Math.log1p(-rate));
    if (sum > 1 - confidence) low = rate; else high = rate;
  }
  return high;
}
