import { useEffect, useRef, useState } from 'react'
import { overview } from '../../content/home.ts'
import { useMedia } from '../../ui/media.ts'

export const Overview = () => (
  <section className="wide section" aria-labelledby="overview">
    <div className="overview">
      <div>
        <h2 id="overview" className="font-display text-3xl sm:text-4xl">
          {overview.title}
        </h2>
        <p className="mt-4 text-soft">{overview.text}</p>
      </div>
      <OverviewVideo />
    </div>
  </section>
)

/** Video and poster load only when the visitor scrolls near. */
function OverviewVideo() {
  const { target, near } = useNear<HTMLVideoElement>()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  return (
    <video
      ref={target}
      className="overview-video"
      aria-label="A tour of the shop"
      width={1280}
      height={800}
      autoPlay={!still}
      muted
      loop
      playsInline
      controls
      preload="none"
      {...(near && { poster: overview.poster })}
    >
      {near && overview.sources.map(source => <source key={source.type} {...source} />)}
      <track kind="captions" src={near ? overview.captions : undefined} srcLang="en" label="English" />
    </video>
  )
}

/** True once the element has been near the viewport. */
function useNear<Target extends Element>() {
  const target = useRef<Target>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = target.current
    if (near || !element) return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && setNear(true),
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return { target, near }
}
