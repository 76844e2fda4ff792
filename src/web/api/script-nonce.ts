import { createContext } from 'react'
import { createContext as createRouterContext } from 'react-router'

/**
 * Marks the scripts that are ours with a random word for each rendering. The server adds the hashes of marked scripts
 * to the page's policy, and removes the mark.
 */
export const scriptNonce = createRouterContext<string>()

/** The same for components; undefined in the browser. */
export const ScriptNonceContext = createContext<string | undefined>(undefined)
