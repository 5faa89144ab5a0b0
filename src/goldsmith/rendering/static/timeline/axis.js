// Days since 1970 and their places on the time axis.

const DAY = 86400000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** @param {number} day @returns {string} */
export function formatDay(day) {
  const date = new Date(day * DAY);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Choose the days to mark: years, quarters, months or days, about 80 pixels apart.
 * @param {number} from @param {number} to @param {number} width
 * @returns {{day: number, label: string, isMajor: boolean}[]} */
export function chooseTicks(from, to, width) {
  const months = ((to - from) / width) * 80 / 30.4;
  const step = [1, 3, 6, 12, 24, 60, 120, 240].find((size) => size >= months) ?? 240;
  if (months < 0.5) return chooseDayTicks(from, to, width);
  const start = new Date(from * DAY);
  let month = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
  const ticks = [];
  for (;; month += step) {
    const year = Math.floor(month / 12);
    const day = Date.UTC(year, month % 12, 1) / DAY;
    if (day > to) return ticks;
    const isMajor = month % 12 === 0;
    if (day >= from) ticks.push({ day, label: isMajor ? `${year}` : MONTHS[month % 12], isMajor });
  }
}

/** @param {number} from @param {number} to @param {number} width */
function chooseDayTicks(from, to, width) {
  const days = ((to - from) / width) * 80;
  const step = [1, 2, 5, 7, 14].find((size) => size >= days) ?? 14;
  const ticks = [];
  for (let day = Math.ceil(from / step) * step; day <= to; day += step) {
    ticks.push({ day, label: formatDay(day).slice(0, -5), isMajor: false });
  }
  return ticks;
}
