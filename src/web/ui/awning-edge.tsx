const stripes = Array.from({ length: 18 }, (_, index) => index)

/** Drawn as an image, because printers leave out backgrounds. */
export const AwningEdge = () => (
  <svg viewBox="0 0 360 28" className="block w-full" aria-hidden="true">
    {stripes.map(index => (
      <path
        key={index}
        fill={index % 2 === 0 ? '#a4461d' : '#f6e7d8'}
        d={`M${index * 20} 0h20v15c0 14-20 14-20 0z`}
      />
    ))}
  </svg>
)
