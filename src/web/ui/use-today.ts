import { useRouteLoaderData } from 'react-router'
import type { RootData } from './meta.ts'

/** The day in the shop's time zone when the page was rendered. */
export const useToday = (): string => useRouteLoaderData<RootData>('root')?.today ?? ''
