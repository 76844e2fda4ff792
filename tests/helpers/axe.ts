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
    const { violations } = await run(
      { include: [inside ?? 'html'], exclude: outside ? [outside] : [] },
      {
        // A full report of all that is well takes most of the time.
        resultTypes: ['violations'],
        ...(only && { runOnly: [only] }),
        ...(without && { rules: { [without]: { enabled: false } } }),
      },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
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
 * Colours are judged when they have stopped changing, and nothing more begins to change with the next picture of the
 * page. They are brought to their end: to wait for it costs a picture for every step.
 */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextPicture = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const isPassing = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    let passing: Animation[] = []
    do {
      for (const animation of passing) animation.finish()
      await nextPicture()
      passing = document.getAnimations().filter(isPassing)
    } while (passing.length > 0)
  })
}
