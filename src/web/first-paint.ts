import { tokenKey } from './api/token.ts'
import { themeKey } from './ui/theme-switch.tsx'

/**
 * Runs in <head> before the first paint, because only the browser knows the theme and whether a session has to be
 * checked: the cached page is the same for everyone.
 */
export const firstPaint = `try{
var r=document.documentElement,t=localStorage.getItem('${themeKey}');
if(t==='light'||t==='dark')r.dataset.theme=t;
if(localStorage.getItem('${tokenKey}'))r.dataset.session='loading'
}catch(e){}`
