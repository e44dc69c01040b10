/** Downloads an address as a file without leaving the page, even if there is nothing. */
export function download(href: string, name = '') {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

export function saveFile(name: string, content: string | object): void {
  const [text, type] =
    typeof content === 'string'
      ? [content, 'text/plain']
      : [JSON.stringify(content, null, 2), 'application/json']
  const url = URL.createObjectURL(new Blob([text], { type }))
  download(url, name)
  URL.revokeObjectURL(url)
}
