// The shop's appearance settings, applied to a frame. Styles are set through the CSSOM, so no inline style is needed.

const variables = {
  colorBackground: '--background',
  colorDanger: '--danger',
  colorPrimary: '--primary',
  colorText: '--text',
  colorTextPlaceholder: '--placeholder',
  colorTextSecondary: '--secondary',
  borderRadius: '--radius',
  fontFamily: '--family',
  fontLineHeight: '--leading',
  fontSizeBase: '--size',
  fontWeightNormal: '--weight',
  spacingUnit: '--unit',
  gridRowSpacing: '--row-gap',
  gridColumnSpacing: '--column-gap',
}

const themes = {
  stripe: {},
  flat: { colorBackground: '#f6f8fa' },
  night: {
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorTextSecondary: '#c9ced8',
    colorTextPlaceholder: '#9aa1ad',
    colorPrimary: '#7d89ff',
    colorDanger: '#fe87a1',
  },
}

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

export function applyLook({ appearance = {}, fonts = [], colorScheme = 'light' }) {
  addFonts(fonts)
  const root = document.documentElement
  root.style.colorScheme = colorScheme
  const settings = { ...themes[appearance.theme], ...appearance.variables }
  for (const [name, property] of Object.entries(variables)) {
    if (settings[name] === undefined) root.style.removeProperty(property)
    else root.style.setProperty(property, settings[name])
  }
  applyRules(appearance.rules ?? {})
}

const known = new Set()

/** The shop's fonts. The browser loads them on first use, if this page's policy allows it. */
function addFonts(fonts) {
  for (const { family, src, ...descriptors } of fonts) {
    if (known.has(src)) continue
    known.add(src)
    document.fonts.add(new FontFace(family, src, descriptors))
  }
}

/** Only Stripe's public class names can be styled, as with Stripe. */
function applyRules(rules) {
  sheet.replaceSync('')
  for (const [selector, declarations] of Object.entries(rules)) {
    if (!/^\.(Input|Label|Error|Block)(--\w+)?(::?[\w-]+)*$/.test(selector)) continue
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
    for (const [property, value] of Object.entries(declarations)) rule.style[property] = value
  }
}
