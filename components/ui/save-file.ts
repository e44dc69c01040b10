export function saveFile(name: string, content: string | object): void {
  const [text, type] =
    typeof content === 'string'
      ? [content, 'text/plain']
      : [JSON.stringify(content, null, 2), 'application/json']
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
