/** Sets the theme that the visitor has chosen before anything is painted: no flash of the other. */

try {
  const { theme } = JSON.parse(localStorage.getItem("bubbleball.preferences") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage is off: the system's theme
}
