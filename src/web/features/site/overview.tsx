import { useEffect, useRef, useState } from 'react'
import type { ShopContent } from '#contract/shop-content.ts'
import { useMedia } from '../../ui/media.ts'

export const Overview = ({ overview }: { overview: NonNullable<ShopContent['overview']> }) => (
  <section className="wide section" aria-labelledby="overview">
    <div className="overview">
      <div>
        <h2 id="overview" className="font-display text-3xl sm:text-4xl">
          {overview.title}
        </h2>
        <p className="mt-4 text-soft">{overview.text}</p>
      </div>
      <OverviewVideo overview={overview} />
    </div>
  </section>
)

/** Video and poster load only when the visitor scrolls near. */
function OverviewVideo({ overview }: { overview: NonNullable<ShopContent['overview']> }) {
  const { target, near } = useNear<HTMLVideoElement>()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  return (
    <video
      ref={target}
      className="overview-video"
      aria-label="Video"
      width={1280}
      height={800}
      autoPlay={!still}
      muted
      loop
      playsInline
      controls
      preload="none"
      {...(near && overview.poster && { poster: overview.poster })}
    >
      {near &&
        overview.videos.map(src => <source key={src} src={src} type={`video/${src.split('.').at(-1)}`} />)}
      {near && overview.captions && <track kind="captions" src={overview.captions} label="Captions" />}
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
