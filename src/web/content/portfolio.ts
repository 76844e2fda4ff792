export const developer = {
  text: 'What the developer of this shop works with, and how much at home he feels in it.',
  /** Percentages from 0 to 100. */
  skills: [
    { name: 'HTML', level: 80 },
    { name: 'JavaScript', level: 70 },
    { name: 'CSS', level: 80 },
    { name: 'ReactJs', level: 60 },
    { name: 'Bootstrap', level: 90 },
    { name: 'NodeJs', level: 60 },
    { name: 'Tailwind', level: 80 },
    { name: 'MongoDB', level: 50 },
  ],
} as const
