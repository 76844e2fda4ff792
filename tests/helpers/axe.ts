import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

interface Look {
  /** Only this rule, instead of all. */
  only?: string
  /** All rules but this one. */
  without?: string
  /** Only what stands in the parts this selector finds. */
  inside?: string
  /** Nothing that stands in the parts this selector finds. */
  outside?: string
}

/** What the accessibility rules say against a page and the frames in it. */
export async function violationsOf(page: Page, look: Look = {}): Promise<string[]> {
  await Promise.all(page.frames().map(load))
  await still(page)
  return page.evaluate(async ({ only, without, inside, outside }: Look) => {
    const { run }: typeof axe = Reflect.get(window, 'axe')
    const { violations, incomplete } = await run(
      { include: [inside ?? 'html'], exclude: outside ? [outside] : [] },
      {
        // A full report of all that is well takes most of the time.
        resultTypes: ['violations'],
        ...(only && { runOnly: [only] }),
        ...(without && { rules: { [without]: { enabled: false } } }),
      },
    )
    // A rule that breaks down, as over a colour that it cannot read, has judged nothing at all.
    const brokenDown = incomplete.filter(({ error }) => error)
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      ...brokenDown.map(({ id, error }) => `${id} broke down: ${error?.message}`),
    ]
  }, look)
}

/** Once per document. The rules in one frame ask those in another, whose origin may be another. */
async function load(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(axe.source)
  await frame.evaluate(() => {
    const { configure }: typeof axe = Reflect.get(window, 'axe')
    configure({ allowedOrigins: ['<unsafe_all_origins>'] })
  })
}

/**
 * Colours are judged when none of them changes any more, and the next frame begins no other change. Fades are brought to
 * their end: while one waits for it, the browser draws the page again and again.
 */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const isPassing = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    let passing: Animation[] = []
    do {
      for (const animation of passing) animation.finish()
      await nextFrame()
      passing = document.getAnimations().filter(isPassing)
    } while (passing.length > 0)
  })
}
