/** A host name or IP address in its normal form; '' = it is neither. */
const hostOf = (text: string) => (URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : '')
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * Whether MNEME_MODEL_HOSTS names the host of this address: `host` (any port) or `host:port`, comma-
 * separated.
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
