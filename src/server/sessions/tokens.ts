import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for the user; the database stores only their hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')
