// The theme: light, dark, or the system's setting.

const STORED = "goldsmith-theme";
const THEMES = ["system", "light", "dark"];

/** @returns {string} */
function getTheme() {
  try {
    return localStorage.getItem(STORED) ?? "system";
  } catch {
    return document.documentElement.dataset.theme ?? "system";
  }
}

export function applyTheme() {
  const theme = getTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Go to the next theme. @returns {string} */
export function cycleTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = dark ? ["system", "light", "dark"] : ["system", "dark", "light"];
  const next = order[(order.indexOf(getTheme()) + 1) % THEMES.length];
  try {
    localStorage.setItem(STORED, next);
  } catch {
    document.documentElement.dataset.theme = next;
  }
  applyTheme();
  return next;
}
