import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

interface Scope {
  /** Runs only this rule. */
  only?: string
  /** Runs all rules except this one. */
  without?: string
  /** Checks only elements that match this selector. */
  inside?: string
  /** Skips elements that match this selector. */
  outside?: string
}

/** The accessibility violations of a page and its frames. */
export async function violationsOf(page: Page, scope: Scope = {}): Promise<string[]> {
  await Promise.all(page.frames().map(injectAxe))
  await finishAnimations(page)
  return page.evaluate(async ({ only, without, inside, outside }: Scope) => {
    const { run }: typeof axe = Reflect.get(window, 'axe')
    const { violations, incomplete } = await run(
      { include: [inside ?? 'html'], exclude: outside ? [outside] : [] },
      {
        // Reporting passed rules as well would take most of the time.
        resultTypes: ['violations'],
        ...(only && { runOnly: [only] }),
        ...(without && { rules: { [without]: { enabled: false } } }),
      },
    )
    // A rule that throws, for example on a colour that it cannot parse, has checked nothing.
    const failed = incomplete.filter(({ error }) => error)
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      ...failed.map(({ id, error }) => `${id} failed: ${error?.message}`),
    ]
  }, scope)
}

/** The rules in one frame query those in frames of other origins, so every origin is allowed. */
async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(axe.source)
  await frame.evaluate(() => {
    const { configure }: typeof axe = Reflect.get(window, 'axe')
    configure({ allowedOrigins: ['<unsafe_all_origins>'] })
  })
}

/**
 * Finishes all animations and repeats until a frame starts no new one, because axe would judge colours in the middle of a
 * fade.
 */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const willEnd = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    let animations: Animation[] = []
    do {
      for (const animation of animations) animation.finish()
      await nextFrame()
      animations = document.getAnimations().filter(willEnd)
    } while (animations.length > 0)
  })
}
