import type { Part } from '../part.ts'
export const browser: Part = async () => []
