-- Every prompt asks several times whether the person has anything in the trash.
CREATE INDEX "Trash_ownerId_idx" ON "Trash"("ownerId");
