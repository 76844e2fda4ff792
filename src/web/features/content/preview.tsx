import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { publicContent, type ShopContent } from '#contract/shop-content.ts'
import { ContentContext } from '../../api/content.ts'
import { Brand } from '../../ui/brand.tsx'
import { adoptStyles, lookCss } from '../../ui/look.ts'
import { Loading } from '../../ui/spinner.tsx'
import { ClosedText } from '../site/closed-notice.tsx'
import { Footer } from '../site/footer.tsx'

/** The pages that show content. */
export interface ContentPages {
  Home: ComponentType
  Team: ComponentType
  Portfolio: ComponentType
}

interface PreviewProps {
  content: ShopContent
  pages: ContentPages
  /** Whether the home page is shown, or the team and portfolio. */
  isHome: boolean
  /** Whether the end of the page is in view, where the footer is. */
  atEnd: boolean
  /** On narrow screens it is closed until somebody opens it. */
  isOpen: boolean
  onClose: () => void
}

export const previewId = 'shop-preview'

const noop = (): void => {}

/** A scaled-down picture of a page with unsaved content. It is as wide as the window, so media queries apply to it. */
export function Preview({
  content,
  pages: { Home, Team, Portfolio },
  isHome,
  atEnd,
  isOpen,
  onClose,
}: PreviewProps) {
  const { frame, zoom } = useZoom()
  const closing = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) closing.current?.focus()
    if (frame.current) frame.current.scrollTop = atEnd ? frame.current.scrollHeight : 0
  }, [frame, isOpen, atEnd])
  useEffect(() => adoptStyles(lookCss(content, '.preview')), [content])
  return (
    <div id={previewId} className="preview-pane" data-open={isOpen}>
      <button ref={closing} type="button" className="btn btn-quiet lg:hidden" onClick={onClose}>
        Close preview
      </button>
      <section
        ref={frame}
        className="preview-frame"
        aria-label="Preview of the page with your changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the frame.
        tabIndex={0}
      >
        <div className="preview" style={{ zoom }} inert>
          <ContentContext value={{ content: publicContent(content), show: noop }}>
            <div className="top-bar">
              <div className="top-bar-content">
                <Brand content={content} />
              </div>
            </div>
            <ClosedText>{content.closed?.text}</ClosedText>
            <Suspense fallback={<Loading />}>
              {isHome && <Home />}
              {!isHome && content.team.length > 0 && <Team />}
              {!isHome && content.portfolio && <Portfolio />}
            </Suspense>
            <Footer />
          </ContentContext>
        </div>
      </section>
    </div>
  )
}

/** The frame's width as a share of the window's. */
function useZoom() {
  const frame = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState(0.4)
  useEffect(() => {
    // A closed one has no width; on such screens an open one has that of the window.
    const measure = () => setZoom((frame.current?.clientWidth || window.innerWidth) / window.innerWidth)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return { frame, zoom }
}
