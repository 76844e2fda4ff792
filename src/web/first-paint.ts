import { tokenKey } from './api/token.ts'
import { themeKey } from './ui/theme-switch.tsx'

/**
 * Runs in <head> before anything is seen: the chosen theme, and whether a session has to be checked. The page
 * itself is the same for everyone, so only the browser can know either.
 */
export const firstPaint = `try{
var r=document.documentElement,t=localStorage.getItem('${themeKey}');
if(t==='light'||t==='dark')r.dataset.theme=t;
if(localStorage.getItem('${tokenKey}'))r.dataset.session='loading'
}catch(e){}`
