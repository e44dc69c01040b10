import type { CollectionReturnValue, Core } from 'cytoscape'

/**
 * What belongs to a node without a link of its own: topics that share an entity with it, and a card's turns
 * with their card.
 */
export function akin(cy: Core, node: CollectionReturnValue): CollectionReturnValue {
  const shared = node.filter('[kind = "topic"]').neighborhood('node[kind = "entity"]').connectedEdges()
  const card: string = node.data('card') ?? node.id()
  const turns = cy.nodes().filter((one) => one.data('card') === card)
  return shared.union(shared.connectedNodes()).union(turns).union(cy.getElementById(card))
}
