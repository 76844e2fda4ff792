import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useTheme } from '../../ui/theme.ts'

/** The provider's fields are in a frame that our style sheet does not reach, so it gets our colours as settings. */
export function useAppearance(): Appearance {
  const theme = useTheme()
  return useMemo(() => appearanceOf(theme), [theme])
}

/** The frame fetches the shop's font from here, because it cannot use the page's. */
export const ownFonts = (): CustomFontSource[] => [
  {
    family: 'Figtree',
    src: `url(${window.location.origin}/fonts/figtree-latin.woff2)`,
    weight: '300 900',
  },
]

function appearanceOf(theme: 'light' | 'dark'): Appearance {
  const style = window.getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      fontSizeBase: '16px',
      fontFamily: 'Figtree, system-ui, sans-serif',
      borderRadius: '6px',
      colorBackground: colour('--card'),
      colorText: colour('--color-base-content'),
      colorTextSecondary: colour('--soft'),
      colorTextPlaceholder: colour('--soft'),
      colorPrimary: colour('--color-primary'),
      colorDanger: colour('--color-error'),
    },
    rules: {
      '.Input': { borderColor: colour('--edge'), boxShadow: 'none' },
      '.Input:focus': { borderColor: colour('--color-primary') },
      '.Input--invalid': { borderColor: colour('--color-error') },
      '.Label': { fontWeight: '500' },
    },
  }
}
