import type { ItemDetails } from '#contract/item-details.ts'
import type { Offer } from '#contract/public-shop.ts'
import { paths } from '../../paths.ts'

/** An item in schema.org's vocabulary. */
export const productOf = (item: Omit<Offer, keyof ItemDetails>, absolute: (path: string) => string) => ({
  '@type': 'Product',
  name: item.name,
  description: item.description,
  image: item.photoUrl.startsWith('/') ? absolute(item.photoUrl) : item.photoUrl,
  url: absolute(paths.item(item._id)),
  ...(item.stars !== null && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: item.stars,
      reviewCount: item.reviewCount,
    },
  }),
  offers: {
    '@type': 'Offer',
    price: item.price,
    priceCurrency: item.currency,
    availability: `https://schema.org/${item.isInStock ? 'InStock' : 'OutOfStock'}`,
  },
})
