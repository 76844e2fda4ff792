import { Link } from 'react-router'
import { banners } from '../../content/home.ts'
import { paths } from '../../paths.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Picture } from '../../ui/picture.tsx'

const slideMs = 3000

export const Banner = () => (
  <Carousel
    label="Our goods"
    className="banner"
    slides={banners}
    keyOf={({ title }) => title}
    slideMs={slideMs}
  >
    {(banner, index) => <BannerSlide banner={banner} first={index === 0} />}
  </Carousel>
)

function BannerSlide({ banner, first }: { banner: (typeof banners)[number]; first: boolean }) {
  const Title = first ? 'h1' : 'p'
  return (
    <div className="banner-slide">
      <Picture
        src={banner.picture}
        alt=""
        sizes="(min-width: 1240px) 1160px, 100vw"
        load={first ? 'first' : 'soon'}
        className="banner-picture"
      />
      <div className="banner-words">
        <Title className="banner-title">{banner.title}</Title>
        <p className="banner-text">{banner.text}</p>
        <Link to={paths.items} className="btn btn-primary" prefetch="intent">
          {banner.link}
        </Link>
      </div>
    </div>
  )
}
