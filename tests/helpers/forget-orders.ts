import type { CardShop } from './card-shop.ts'

/** Makes the data look like an older backup, which has none of the payments and lacks these orders. */
export const forgetOrders = (shop: CardShop, orderIds: readonly string[]): Promise<void> =>
  shop.deps.db.write(async tx => {
    await tx.deleteFrom('payment_orders').execute()
    await tx.deleteFrom('payments').execute()
    await tx.deleteFrom('order_events').execute()
    for (const id of orderIds) {
      const order = await tx.deleteFrom('orders').where('id', '=', id).returningAll().executeTakeFirst()
      await tx
        .updateTable('items')
        .set({ available_quantity: 10 })
        .where('id', '=', order?.item_id ?? '')
        .execute()
    }
  })
