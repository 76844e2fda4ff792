import { createContext } from 'react'
import { createContext as createRouterContext } from 'react-router'

/**
 * What tells the scripts that are ours from whatever else may get into a page: a word that nobody can guess, new for
 * each rendering. The server takes it out again, after it has put the hashes of those scripts into the page's policy.
 */
export const scriptMark = createRouterContext<string>()

/** The same for components. In the browser there is none. */
export const ScriptMark = createContext<string | undefined>(undefined)
