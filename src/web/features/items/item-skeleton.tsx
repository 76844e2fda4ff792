import { Bone, Bones } from '../../ui/bones.tsx'

/** An item page before its item is there, in its shape. */
export const ItemSkeleton = () => (
  <Bones className="item-page">
    <div>
      <Bone className="aspect-4/3" />
      <Bone className="mt-8 h-10 w-2/3" />
      <Bone className="mt-4 h-7 w-24" />
      <Bone className="mt-6 h-24" />
    </div>
    <div className="panel grid content-start gap-6 self-start">
      <Bone className="h-8 w-1/2" />
      {['name', 'email', 'number', 'address', 'quantity'].map(field => (
        <Bone key={field} className="h-14" />
      ))}
    </div>
  </Bones>
)
