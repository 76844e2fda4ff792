/** The names and addresses of this machine, as they appear in an address or in HOST. */
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

export const isLoopbackHost = (host: string): boolean => loopback.test(host)

export const isLoopback = (address: string): boolean => isLoopbackHost(URL.parse(address)?.hostname ?? '')
