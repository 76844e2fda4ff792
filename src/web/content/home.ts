export const hero = {
  title: 'Small goods, well made',
  text: 'Things for the desk and the kitchen that do one job properly, and still look right after ten years of doing it.',
  picture: '/pictures/oak-desk-tray-960.webp',
} as const
