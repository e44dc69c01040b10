/** One way to write a host name or an IP address; '' = it is none. */
const hostOf = (text: string) => (URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : '')
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * Whether MNEME_MODEL_HOSTS (`host` or `host:port`, comma-separated; a host alone means every port) names the
 * host of this address.
 */
export function isAllowedHost(list: string | undefined, address: string): boolean {
  if (!list || !URL.canParse(address)) return false
  const { hostname, port, protocol } = new URL(address)
  return list.split(',').some((entry) => {
    const [, host = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
    return (
      hostOf(host) === hostname &&
      (only === undefined || Number(only) === Number(port || DEFAULT_PORTS[protocol]))
    )
  })
}
