import type { ShopContent } from '#contract/shop-content.ts'
import { BannerSlide } from './banner-slide.tsx'
import './wide-picture.css'

/** Banners that lead to a family. */
export const familyBanners = ({ banners }: Pick<ShopContent, 'banners'>): ShopContent['banners'] =>
  banners.filter(({ to }) => /[?&]family=/.test(to))

/** A banner across the whole list, on wide screens. */
export const WidePicture = ({ banner }: { banner: ShopContent['banners'][number] }) => (
  <li className="wide-picture">
    <BannerSlide banner={banner} load="lazy" />
  </li>
)
