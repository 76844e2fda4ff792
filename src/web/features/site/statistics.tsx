import type { ShopContent } from '#contract/shop-content.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Picture } from '../../ui/picture.tsx'

const slideMs = 4000

export const Statistics = ({ statistics }: { statistics: NonNullable<ShopContent['statistics']> }) => (
  <section className="deep-band" aria-labelledby="statistics">
    <div className="wide section statistics">
      <div>
        <p className="eyebrow">{statistics.tagline}</p>
        <h2 id="statistics" className="mt-3 font-display text-3xl sm:text-4xl">
          {statistics.title}
        </h2>
        <dl className="figures">
          {statistics.figures.map(({ value, name }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {statistics.slides.length > 0 && (
        <Carousel
          label="Pictures"
          className="slideshow"
          slides={statistics.slides}
          keyOf={(_, index) => String(index)}
          slideMs={slideMs}
        >
          {({ picture, alt }) => <Picture src={picture} alt={alt} sizes="(min-width: 1024px) 520px, 100vw" />}
        </Carousel>
      )}
    </div>
  </section>
)
