/** The path of a Chromium on this machine; installs one if there is none. */
export declare function findChromium(): Promise<string>
