/** '5.5 %'. The space is one that no line breaks at. */
export const formatPercent = (percent: number): string => `${percent}\u00a0%`
