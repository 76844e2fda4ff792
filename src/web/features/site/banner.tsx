import type { ShopContent } from '#contract/shop-content.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { BannerSlide } from './banner-slide.tsx'

const slideMs = 3000

export const Banner = ({ banners }: { banners: ShopContent['banners'] }) => (
  <Carousel
    label="Highlights"
    className="banner"
    slides={banners}
    keyOf={(_, index) => String(index)}
    slideMs={slideMs}
  >
    {(banner, index) => <BannerSlide banner={banner} index={index} load={index === 0 ? 'first' : 'soon'} />}
  </Carousel>
)
