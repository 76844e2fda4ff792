export const themeKey = 'theme'

/** The style sheet decides which icon shows, because the server does not know the visitor's theme. */
export const ThemeSwitch = () => (
  <button
    type="button"
    className="icon-button"
    aria-label="Switch between light and dark"
    onClick={switchTheme}
  >
    <svg viewBox="0 0 24 24" className="icon only-light" aria-hidden="true">
      <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a6.6 6.6 0 0 0 10.5 10.5z" />
    </svg>
    <svg viewBox="0 0 24 24" className="icon only-dark" aria-hidden="true">
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4" />
    </svg>
  </button>
)

function switchTheme(): void {
  const root = document.documentElement
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  root.dataset.theme = next
  try {
    window.localStorage.setItem(themeKey, next)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
