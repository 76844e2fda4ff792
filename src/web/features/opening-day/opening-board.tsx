import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OpeningDay } from '#contract/opening-day.ts'
import { openingSteps } from '#domain/opening-day.ts'
import { now } from '../../api/clock.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import { PartError } from '../../ui/states.tsx'
import { OpeningLines } from './opening-lines.tsx'
import { openingDay, useHideOpeningDay } from './queries.ts'
import './opening-day.css'

/** The list, or a quiet link to it once it was put away or everything is done. */
export default function OpeningBoard() {
  const query = useQuery(openingDay)
  // Nothing while it loads: most days there is only the link.
  if (query.isPending) return null
  if (!query.data)
    return (
      <div className="mb-8">
        <PartError query={query} what="Opening day" />
      </div>
    )
  return <Board {...query.data} />
}

function Board({ isHidden, facts }: OpeningDay) {
  const steps = openingSteps(facts, now())
  const done = Object.values(steps).filter(Boolean).length
  const all = Object.values(steps).length
  const { mutateAsync: hide } = useHideOpeningDay()
  const isShown = !isHidden && done < all
  return (
    <KeepFocus className="opening-board">
      {isShown && (
        <section className="panel" aria-labelledby="opening-day">
          <div className="opening-head">
            <h2 id="opening-day" className="font-display text-2xl">
              Opening day
            </h2>
            <p className="text-soft">
              {done} of {all} done
            </p>
          </div>
          <OpeningLines facts={facts} steps={steps} />
          <ActionButton
            className="btn-sm btn-quiet"
            onPress={() => hide(true)}
            done="Hidden for all admins. The link “Opening day” shows it again."
          >
            Hide this list
          </ActionButton>
        </section>
      )}
      {!isShown && (
        <PutAway isDone={done === all} isHidden={isHidden} onShow={() => hide(false)}>
          <OpeningLines facts={facts} steps={steps} />
        </PutAway>
      )}
    </KeepFocus>
  )
}

interface PutAwayProps {
  isDone: boolean
  isHidden: boolean
  onShow: () => Promise<unknown>
  children: ReactNode
}

function PutAway({ isDone, isHidden, onShow, children }: PutAwayProps) {
  const { opened, close } = usePanel('panel')
  const isOpen = opened === 'opening'
  return (
    <>
      <p className="opening-link">
        <PanelLink name="panel" value="opening" className="link-quiet">
          Opening day
        </PanelLink>
      </p>
      <Dialog open={isOpen} title="Opening day" side onClose={close}>
        {isOpen && (
          <>
            {isDone && <p className="mt-4">Everything is done. Enjoy your shop.</p>}
            {children}
            {isHidden && !isDone && (
              <ActionButton
                className="btn-sm btn-quiet"
                onPress={() => onShow().then(close)}
                done="The list is back on the dashboard."
              >
                Show it on the dashboard again
              </ActionButton>
            )}
          </>
        )}
      </Dialog>
    </>
  )
}
