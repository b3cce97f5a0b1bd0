// How far the areas of buttons on a drawing reach: a finger needs more room than what is drawn small.
import { center, overlap, type Box } from "../app/drawing/geometry";

/**
 * As wide and high as a finger, within the frame; half the way to a neighbour, so that no two areas lie on each other.
 * What is drawn on something that is small itself stays as it is: nothing would be left of the other one.
 */
export function hitAreasOf(boxes: readonly Box[], frame: Box, finger: number): Box[] {
  const wished = boxes.map((box) => widened(box, frame, finger));
  return boxes.map((box, index) => {
    let { x: left, y: top } = wished[index]!;
    let [right, bottom] = [left + wished[index]!.w, top + wished[index]!.h];
    let stays = false;
    boxes.forEach((other, at) => {
      if (at === index || !overlap(wished[index]!, wished[at]!)) return;
      const across = Math.max(other.x - (box.x + box.w), box.x - (other.x + other.w));
      const down = Math.max(other.y - (box.y + box.h), box.y - (other.y + other.h));
      if (across < 0 && down < 0) {
        stays ||= box.w * box.h < other.w * other.h && Math.max(other.w, other.h) < finger; // it is drawn on the other one
        return;
      }
      if (across >= down) {
        if (other.x > box.x) right = Math.min(right, box.x + box.w + across / 2);
        else left = Math.max(left, box.x - across / 2);
      } else if (other.y > box.y) bottom = Math.min(bottom, box.y + box.h + down / 2);
      else top = Math.max(top, box.y - down / 2);
    });
    return stays ? box : { x: left, y: top, w: right - left, h: bottom - top };
  });
}

function widened(box: Box, frame: Box, finger: number): Box {
  const [w, h] = [Math.max(box.w, finger), Math.max(box.h, finger)];
  const { x, y } = center(box);
  const within = (at: number, least: number, most: number) => Math.max(least, Math.min(at, most));
  return {
    x: w > box.w ? within(x - w / 2, frame.x, frame.x + frame.w - w) : box.x,
    y: h > box.h ? within(y - h / 2, frame.y, frame.y + frame.h - h) : box.y,
    w,
    h,
  };
}
