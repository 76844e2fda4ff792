import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useContent } from '../../api/content.ts'
import { useTheme } from '../../ui/theme.ts'
import { fontFiles, textTypeface } from '../../ui/typefaces.ts'

/** The provider's fields are in a frame that our style sheet does not reach, so it gets our colours as settings. */
export function useAppearance(): { appearance: Appearance; fonts: CustomFontSource[] } {
  const theme = useTheme()
  const { typefaces } = useContent()
  return useMemo(() => {
    const family = textTypeface(typefaces)
    // The frame fetches the shop's font from here, because it cannot use the page's.
    const src = `url(${window.location.origin}${fontFiles(typefaces)[1]})`
    return { appearance: appearanceOf(theme, family), fonts: [{ family, src, weight: '300 900' }] }
  }, [theme, typefaces])
}

function appearanceOf(theme: 'light' | 'dark', family: string): Appearance {
  const style = window.getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      fontSizeBase: '16px',
      fontFamily: `${family}, system-ui, sans-serif`,
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
