import type { Part } from '../part.ts'
export const growth: Part = async () => []
