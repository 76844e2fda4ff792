/** Names and addresses of this very machine, as they stand in an address or in HOST. */
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

export const isLoopbackHost = (host: string): boolean => loopback.test(host)

export const isLoopback = (address: string): boolean => isLoopbackHost(URL.parse(address)?.hostname ?? '')
