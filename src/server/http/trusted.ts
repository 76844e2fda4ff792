import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether a connection comes from one of these addresses and networks (TRUSTED_PROXIES). */
export function trustIn(peers: readonly string[]): (remoteAddress: string | undefined) => boolean {
  const list = new BlockList()
  for (const peer of peers) {
    const [address = '', bits] = peer.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (remoteAddress = '') =>
    isIP(remoteAddress) !== 0 && list.check(remoteAddress, familyOf(remoteAddress))
}
