import type { ShopContent } from '#contract/shop-content.ts'

export const Technologies = ({
  technologies,
}: {
  technologies: NonNullable<ShopContent['technologies']>
}) => (
  <section className="band" aria-labelledby="technologies">
    <div className="wide section">
      <h2 id="technologies" className="mb-10 font-display text-3xl sm:text-4xl">
        {technologies.title}
      </h2>
      <ul className="technologies">
        {technologies.names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  </section>
)
