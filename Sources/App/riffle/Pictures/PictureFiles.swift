import FoundationEssentials
import Glibc
import Pictures
import Platform

/// Files of pictures as they were prepared last: a deck is read again at each change, its pictures seldom change.
enum PictureFiles {
    private struct FileKey: Hashable {
        let path: String
        let mostBytes: Int
    }

    /// A file in the state in which it was read.
    private struct FileState: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
        let inode: UInt
    }

    private static let mostKept = 256
    private static let kept = Locked<[FileKey: (state: FileState, picture: PreparedPicture)]>([:])

    /// Reads and prepares the picture at `path`; an SVG is drawn by the program for that.
    static func prepared(at path: String, mostBytes: Int) throws(PictureFailure) -> PreparedPicture {
        let state = try Self.state(of: path)
        let key = FileKey(path: path, mostBytes: mostBytes)
        if let known = kept.withLock({ $0[key] }), known.state == state { return known.picture }
        let picture: PreparedPicture
        do {
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            if PictureKind(bytes) == .svg { bytes = try VectorPicture.png(path: path) }
            picture = try PreparedPicture(bytes, mostBytes: mostBytes)
        } catch let failure as PictureFailure {
            throw failure
        } catch let error as PictureError {
            throw PictureFailure(reason: error.description)
        } catch {
            throw PictureFailure(reason: "the file cannot be read")
        }
        kept.withLock { kept in
            if kept.count >= mostKept { kept = [:] }
            kept[key] = (state, picture)
        }
        return picture
    }

    /// - Throws: for what is no regular file of a reasonable size, such as a pipe, from which reading might never end.
    private static func state(of path: String) throws(PictureFailure) -> FileState {
        var found = stat()
        guard stat(path, &found) == 0 else {
            throw PictureFailure(
                reason: errno == ENOENT ? "there is no such file" : String(cString: strerror(errno)))
        }
        guard found.st_mode & S_IFMT == S_IFREG else { throw PictureFailure(reason: "expected a file of pixels") }
        let limit = PictureLimits.presenter.bytes
        guard found.st_size <= limit else {
            throw PictureFailure(reason: PictureError.tooManyBytes(Int(found.st_size), limit: limit).description)
        }
        return FileState(
            size: Int(found.st_size), seconds: found.st_mtim.tv_sec, nanoseconds: found.st_mtim.tv_nsec,
            inode: UInt(found.st_ino))
    }
}
