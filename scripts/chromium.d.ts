/** A Chromium on this machine; installed when there is none. */
export declare function findChromium(): Promise<string>
