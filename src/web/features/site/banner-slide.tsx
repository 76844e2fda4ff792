import { Link } from 'react-router'
import type { ShopContent } from '#contract/shop-content.ts'
import { Picture } from '../../ui/picture.tsx'
import { hasRoomForWords } from '../../ui/renditions.ts'

interface BannerSlideProps {
  banner: ShopContent['banners'][number]
  /** Its place in the carousel. */
  index?: number
  load: 'first' | 'soon' | 'lazy'
}

/** A wide picture with words and a link. The first one of the carousel has the page's heading. */
export function BannerSlide({ banner, index, load }: BannerSlideProps) {
  const Title = index === 0 ? 'h1' : 'p'
  return (
    <div className="banner-slide" data-banner={index} data-split={!hasRoomForWords(banner.picture)}>
      <Picture
        src={banner.picture}
        alt=""
        sizes="(min-width: 1240px) 1160px, 100vw"
        load={load}
        className="banner-picture"
      />
      <div className="banner-words">
        <Title className="banner-title">{banner.title}</Title>
        <p className="banner-text">{banner.text}</p>
        {banner.link && (
          <Link to={banner.to} className="btn btn-primary" prefetch="intent">
            {banner.link}
          </Link>
        )}
      </div>
    </div>
  )
}
